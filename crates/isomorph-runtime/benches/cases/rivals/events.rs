//! `events.json` by hand.

use serde::{Deserialize, Serialize};

macro_rules! members {
    ($($variant:ident $plain:ident $tag:literal { $number:ident, $text:ident $(, $more:ident: $ty:ty)? })*) => {
        $(
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            pub struct $plain { id: String, at: String, actor: String, $number: i64, $text: String $(, $more: $ty)? }
        )*

        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "kind")]
        pub enum Tagged { $(#[serde(rename = $tag)] $variant($plain)),* }

        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(untagged)]
        pub enum Untagged { $($variant($plain)),* }
    };
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReportLine {
    sku: String,
    title: String,
    count: i64,
    price: f64,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    note: Option<String>,
}

members! {
    Order OrderPlain "order" { order_id, order_name }
    Invoice InvoicePlain "invoice" { invoice_id, invoice_name }
    Payment PaymentPlain "payment" { payment_id, payment_name }
    Refund RefundPlain "refund" { refund_id, refund_name }
    Shipment ShipmentPlain "shipment" { shipment_id, shipment_name }
    Parcel ParcelPlain "parcel" { parcel_id, parcel_name }
    Customer CustomerPlain "customer" { customer_id, customer_name }
    Address AddressPlain "address" { address_id, address_name }
    Product ProductPlain "product" { product_id, product_name }
    Variant VariantPlain "variant" { variant_id, variant_name }
    Price PricePlain "price" { price_id, price_name }
    Discount DiscountPlain "discount" { discount_id, discount_name }
    Coupon CouponPlain "coupon" { coupon_id, coupon_name }
    Cart CartPlain "cart" { cart_id, cart_name }
    Basket BasketPlain "basket" { basket_id, basket_name }
    Wishlist WishlistPlain "wishlist" { wishlist_id, wishlist_name }
    Review ReviewPlain "review" { review_id, review_name }
    Rating RatingPlain "rating" { rating_id, rating_name }
    Ticket TicketPlain "ticket" { ticket_id, ticket_name }
    Message MessagePlain "message" { message_id, message_name }
    Thread ThreadPlain "thread" { thread_id, thread_name }
    Channel ChannelPlain "channel" { channel_id, channel_name }
    Member MemberPlain "member" { member_id, member_name }
    Team TeamPlain "team" { team_id, team_name }
    Project ProjectPlain "project" { project_id, project_name }
    Task TaskPlain "task" { task_id, task_name }
    Sprint SprintPlain "sprint" { sprint_id, sprint_name }
    Release ReleasePlain "release" { release_id, release_name }
    Build BuildPlain "build" { build_id, build_name }
    Deploy DeployPlain "deploy" { deploy_id, deploy_name }
    Incident IncidentPlain "incident" { incident_id, incident_name }
    Alert AlertPlain "alert" { alert_id, alert_name }
    Metric MetricPlain "metric" { metric_id, metric_name }
    Report ReportPlain "report" { report_id, report_name, lines: Vec<ReportLine> }
    Export ExportPlain "export" { export_id, export_name }
    Import ImportPlain "import" { import_id, import_name }
    Backup BackupPlain "backup" { backup_id, backup_name }
    Webhook WebhookPlain "webhook" { webhook_id, webhook_name }
    Token TokenPlain "token" { token_id, token_name }
    Session SessionPlain "session" { session_id, session_name }
}
