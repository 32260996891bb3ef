//! A url request is shown whole, with its host apart and warnings where it
//! pretends.

use countersign::form::{Link, LinkRefusal};
use countersign::host::native::NativeHost;
use countersign::host::{Host, InvalidRegex, UrlParts};

fn read(url: &str) -> Result<Link, LinkRefusal> {
    Link::read(url, &NativeHost)
}

fn link(url: &str) -> Link {
    read(url).unwrap_or_else(|refusal| panic!("{url}: {refusal:?}"))
}

#[test]
fn the_whole_url_is_normalised_and_the_host_stands_apart() {
    let link = link(" HTTPS://Login.Example.ORG:443/a/../b c?d=\u{202E}e#f ");
    assert_eq!(link.href, "https://login.example.org/b%20c?d=%E2%80%AEe#f");
    assert_eq!(link.host, "login.example.org");
    assert_eq!(link.unicode_host, None);
    assert!(!link.is_punycode && !link.mixes_scripts && !link.is_loopback);
    assert_eq!(
        link.to_json(),
        r#"{"href":"https://login.example.org/b%20c?d=%E2%80%AEe#f","host":"login.example.org","punycode":false,"mixedScripts":false,"loopback":false}"#
    );
    assert_eq!(
        self::link("https://example.org:8443/").host,
        "example.org:8443"
    );
}

#[test]
fn only_https_and_http_on_this_computer_are_opened() {
    for url in [
        "http://example.org/",
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "ftp://example.org/",
        "blob:https://example.org/x",
        "vscode://settings",
        "mailto:ada@example.org",
        "http://127.example.org/",
        "http://localhost.example.org/",
        "http://10.0.0.1/",
        "http://[::2]/",
    ] {
        assert_eq!(read(url), Err(LinkRefusal::Scheme), "{url}");
    }
    for url in [
        "http://localhost:3000/a",
        "http://LOCALHOST/",
        "http://app.localhost/",
        "http://127.0.0.1:8080/",
        "http://127.1/",
        "http://0x7f000001/",
        "http://[::1]:80/",
        "https://localhost/",
    ] {
        assert!(link(url).is_loopback, "{url}");
    }
    assert!(!link("https://example.org/").is_loopback);
}

#[test]
fn user_info_is_refused() {
    for url in [
        "https://example.org@evil.example/",
        "https://user:secret@example.org/",
        "https://:secret@example.org/",
    ] {
        assert_eq!(read(url), Err(LinkRefusal::UserInfo), "{url}");
    }
    // Empty user info means nothing and is normalised away.
    assert_eq!(link("https://@example.org/").href, "https://example.org/");
}

#[test]
fn what_is_no_absolute_url_is_refused() {
    for url in [
        "",
        "/a",
        "example.org",
        "https://",
        "https://a b/",
        "//example.org",
        "https://[::1/",
    ] {
        assert_eq!(read(url), Err(LinkRefusal::NotAUrl), "{url}");
    }
    let long = format!("https://example.org/{}", "a".repeat(20_000));
    assert_eq!(read(&long), Err(LinkRefusal::TooLong));
    // Short as sent, long as shown.
    let long = format!("https://example.org/{}", "é".repeat(7_000));
    assert_eq!(read(&long), Err(LinkRefusal::TooLong));
}

#[test]
fn names_outside_ascii_are_flagged_and_decoded() {
    let link = link("https://Bücher.example/ä");
    assert_eq!(link.href, "https://xn--bcher-kva.example/%C3%A4");
    assert_eq!(link.host, "xn--bcher-kva.example");
    assert_eq!(link.unicode_host.as_deref(), Some("bücher.example"));
    assert!(link.is_punycode && !link.mixes_scripts);
    for (name, unicode) in [
        ("xn--fiqs8s.example", "中国.example"),
        ("xn--n3h.example", "☃.example"),
        ("xn--p1ai.example", "рф.example"),
        ("xn--80ak6aa92e.com", "аррӏе.com"),
        ("a.xn--ihqwcrb4cv8a8dqg056pqjye", "a.他们为什么不说中文"),
    ] {
        let link = self::link(&format!("https://{name}/"));
        assert_eq!(link.unicode_host.as_deref(), Some(unicode));
        assert!(link.is_punycode);
    }
}

#[test]
fn mixed_scripts_are_flagged() {
    for (url, mixed) in [
        // A Cyrillic а among Latin letters, a Greek omicron, a Cherokee letter.
        ("https://p\u{430}ypal.example/", true),
        ("https://g\u{3BF}\u{3BF}gle.example/", true),
        ("https://\u{13F4}a.example/", true),
        // One script each, also where several labels differ.
        ("https://аррӏе.com/", false),
        ("https://bücher.пример/", false),
        ("https://ελλάδα.example/", false),
        // As Japanese and Korean are written.
        ("https://東京タワーabc.example/", false),
        ("https://한국abc.example/", false),
        ("https://مثال.example/", false),
    ] {
        let link = link(url);
        assert!(link.is_punycode, "{url}");
        assert_eq!(link.mixes_scripts, mixed, "{url}");
    }
}

/// A platform that hands over what it should not, or knows no scripts.
struct Careless(UrlParts);

impl Host for Careless {
    fn regex_test(&self, _: &str, _: &str) -> Result<bool, InvalidRegex> {
        Err(InvalidRegex)
    }
    fn fold_name(&self, text: &str) -> String {
        text.into()
    }
    fn parse_url(&self, _: &str) -> Option<UrlParts> {
        Some(self.0.clone())
    }
    fn nearest_double(&self, text: &str) -> String {
        text.into()
    }
}

#[test]
fn a_careless_platform_is_met_with_suspicion() {
    let parts = |hostname: &str| UrlParts {
        href: format!("https://{hostname}/"),
        protocol: "https:".into(),
        has_user_info: false,
        hostname: hostname.into(),
        host: hostname.into(),
    };
    let read = |hostname: &str| Link::read("x", &Careless(parts(hostname)));
    assert!(read("xn--bcher-kva.example").unwrap().mixes_scripts);
    assert!(read("xn--!!!.example").unwrap().mixes_scripts);
    assert!(read("xn--99999999999.example").unwrap().mixes_scripts);
    assert_eq!(read("bücher.example"), Err(LinkRefusal::NotAUrl));
    assert_eq!(read(""), Err(LinkRefusal::NotAUrl));
}
