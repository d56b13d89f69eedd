//! The texts that are read, and written again.

use std::rc::Rc;

/// Where the key is that tells the member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    First,
    Last,
}

/// About 2.5 KB: what a tool run returns.
pub(super) fn output(tag: Option<Tag>) -> Rc<str> {
    let items: Vec<String> = (0..24)
        .map(|index| {
            format!(
                r#"{{"id":{},"label":"item number {index} of the run","score":{}.25,"ok":{},"tags":["alpha","beta {index}"]}}"#,
                100_000 + index * 37,
                index * 3,
                index % 2 == 0,
            )
        })
        .collect();
    let entries = format!(
        r#""success":true,"message":"the cell ran, with output","outputs":[{}],"elapsed":12.75,"exit_code":0"#,
        items.join(",")
    );
    tagged(tag, r#""type":"python""#, &entries)
}

/// Less than 200 bytes: an event.
pub(super) fn event(tag: Option<Tag>) -> Rc<str> {
    let entries = r#""id":"evt_7fe2a90c","at":"2026-03-14T09:26:53Z","actor":"scheduler","metric_id":314159,"metric_name":"requests a minute""#;
    tagged(tag, r#""kind":"metric""#, entries)
}

/// A report of ten lines, somewhat less than a kilobyte.
pub(super) fn report(tag: Option<Tag>) -> Rc<str> {
    let lines = (0..10).map(|line| {
        format!(
            r#"{{"sku":"SKU-{line:05}","title":"a thing of kind {line}","count":{},"price":{line}.25}}"#,
            line + 1
        )
    });
    let lines = lines.collect::<Vec<_>>().join(",");
    let head = r#""id":"evt_7fe2a90c","at":"2026-03-14T09:26:53Z","actor":"scheduler","report_id":314159,"report_name":"the sales of the week""#;
    tagged(tag, r#""kind":"report""#, &format!(r#"{head},"lines":[{lines}]"#))
}

fn tagged(tag: Option<Tag>, entry: &str, entries: &str) -> Rc<str> {
    match tag {
        None => format!("{{{entries}}}").into(),
        Some(Tag::First) => format!("{{{entry},{entries}}}").into(),
        Some(Tag::Last) => format!("{{{entries},{entry}}}").into(),
    }
}

/// 1,000 shapes of one member: the largest, so that a list of it takes as much memory as one of the union.
pub(super) fn texts() -> Rc<str> {
    list((0..1_000).map(|index| shape(3, index)))
}

/// 1,000 shapes of all members in turns.
pub(super) fn drawing() -> Rc<str> {
    list((0..1_000).map(|index| shape(index, index)))
}

fn list(items: impl Iterator<Item = String>) -> Rc<str> {
    format!("[{}]", items.collect::<Vec<_>>().join(",")).into()
}

fn shape(member: usize, index: usize) -> String {
    let (name, rest) = match member % 8 {
        0 => ("point", String::new()),
        1 => ("line", format!(r#","to_x":{index}.5,"to_y":{}.5"#, index + 1)),
        2 => ("circle", format!(r#","radius":{}.125"#, index % 50)),
        3 => ("text", format!(r#","content":"line {index} of the legend","size":12"#)),
        4 => ("picture", format!(r#","source":"images/{index}.png","opacity":0.5"#)),
        5 => ("ellipse", format!(r#","radius_x":{index}.5,"radius_y":7.25"#)),
        6 => ("square", format!(r#","side":{index}.75"#)),
        _ => ("rectangle", format!(r#","width":{index}.5,"height":2.5"#)),
    };
    format!(
        r#"{{"shape":"{name}","layer":{},"label":"shape {index}","x":{}.5,"y":{}.25{rest}}}"#,
        index % 7,
        index * 3,
        index * 5
    )
}

/// Every second of the 30 keys.
pub(super) fn settings() -> Rc<str> {
    r#"{"name":"gateway","region":"eu-central","owner":"platform","branch":"main","author":"jo","port":8443,"timeout":30,"limit":512,"depth":4,"height":0.75,"ratio":1.5,"factor":2.25,"strict":true,"public":false,"hosts":["a.example","b.example"]}"#.into()
}

/// Strings with lengths and patterns.
pub(super) fn account() -> Rc<str> {
    let about = "Runs the night shift of the harbour office and keeps its log. ".repeat(5);
    format!(
        r#"{{"id":"acc_09af63b2c4d1","handle":"harbour_master","email":"harbour.master@office.example","country":"NL","display":"The harbour master","about":"{about}","age":47,"tags":["night","harbour","log","office"]}}"#
    )
    .into()
}

/// Five declared keys and twenty others, all strings.
pub(super) fn labels() -> Rc<str> {
    open((0..20).map(|index| format!(r#""label_{index}":"value {index}""#)))
}

/// Five declared keys and twenty others, of every kind.
pub(super) fn bag() -> Rc<str> {
    open((0..20).map(|index| match index % 4 {
        0 => format!(r#""key_{index}":"value {index}""#),
        1 => format!(r#""key_{index}":{}"#, index * 1_001),
        2 => format!(r#""key_{index}":[true,null,"item {index}"]"#),
        _ => format!(r#""key_{index}":{{"inner":{index},"name":"object {index}"}}"#),
    }))
}

fn open(others: impl Iterator<Item = String>) -> Rc<str> {
    let others = others.collect::<Vec<_>>().join(",");
    format!(r#"{{"id":"res_1","name":"resource","size":4096,"enabled":true,"score":0.5,{others}}}"#).into()
}
