//! `shapes.json` by hand. A point's keys are in all shapes, so that `untagged` has to look at the tag as well.

use serde::{Deserialize, Serialize};

macro_rules! members {
    ($($name:ident $only:ident $tag:literal { $($field:ident: $type:ty),* })*) => {
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "shape")]
        pub enum Tagged {
            $(#[serde(rename = $tag)] $name { layer: i64, label: String, x: f64, y: f64, $($field: $type),* }),*
        }

        $(
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            pub enum $only {
                #[serde(rename = $tag)]
                It,
            }
        )*

        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(untagged)]
        pub enum Untagged {
            $($name { shape: $only, layer: i64, label: String, x: f64, y: f64, $($field: $type),* }),*
        }
    };
}

members! {
    Point OnlyPoint "point" {}
    Line OnlyLine "line" { to_x: f64, to_y: f64 }
    Circle OnlyCircle "circle" { radius: f64 }
    Text OnlyText "text" { content: String, size: i64 }
    Picture OnlyPicture "picture" { source: String, opacity: f64 }
    Ellipse OnlyEllipse "ellipse" { radius_x: f64, radius_y: f64 }
    Square OnlySquare "square" { side: f64 }
    Rectangle OnlyRectangle "rectangle" { width: f64, height: f64 }
}
