//! Server-sent events from bytes that are cut anywhere.

#![allow(clippy::unwrap_used)]

use countersign::stream::sse::{EventTooLarge, SseFramer};

/// The events of a stream that arrives in these pieces.
fn events<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<String> {
    let mut framer = SseFramer::new();
    let mut events = Vec::new();
    for piece in pieces {
        let mut input = piece;
        while let Some(data) = framer.next(&mut input).unwrap() {
            events.push(data.to_owned());
        }
        assert!(input.is_empty());
    }
    events.extend(framer.finish().unwrap().map(str::to_owned));
    events
}

/// The same by the letter of the standard, on the whole stream as text.
fn naive_events(stream: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(stream);
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut events = Vec::new();
    let mut data: Vec<String> = Vec::new();
    // An end of the stream ends the last line and the last event.
    for line in text.split('\n').chain([""]) {
        if line.is_empty() {
            if !data.is_empty() {
                events.push(data.join("\n"));
            }
            data.clear();
            continue;
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        if field == "data" {
            data.push(value.strip_prefix(' ').unwrap_or(value).to_owned());
        }
    }
    events
}

const DOCUMENTS: &[&[u8]] = &[
    b"data: {\"type\":\"start\"}\n\ndata: {\"type\":\"text-delta\",\"id\":\"0\",\"delta\":\"ab\"}\n\ndata: [DONE]\n\n",
    b"data:a\r\n\r\ndata:b\r\n\r\n",
    b"data:a\r\rdata:b\r\r",
    b"data:a\r\n\ndata:b\n\r\ndata:c\r\r\ndata:d\n\r",
    b"\xEF\xBB\xBFdata: after the mark\n\n\xEF\xBB\xBFdata: no mark here\n\ndata: c\n\n",
    b"\xEF\xBB\xBF\ndata:a\n\n",
    b"\xEF\xBB\xBF\xEF\xBB\xBFdata:a\n\ndata:b\n\n",
    b": comment\n\nevent: x\nid: 7\nretry: 100\n\nevent: x\ndata: a\nid: 8\n\n",
    b"data: one\ndata: two\ndata:\ndata:  three\n\ndata\ndata\n\ndata:\n\n",
    b"datax: no\ndat: no\n data: no\nData: no\ndata : no\n\ndata:yes\n\n",
    "data: é€😀\u{2028}\n\ndata: 😀".as_bytes(),
    b"data: bad \xFF\xF0\x9F\x98 \xE2\x82\n\ndata: \xC3\n\ndata: cut \xF0\x9F\x98",
    b"data: tab\tand\x0b\x0c\x01 control\n\n",
    b"data: unterminated",
    b"data: unterminated\ndata: twice\n",
    b"data: end\n\ndat",
    b"data: end\n\ndata",
    b"\n\n\r\n\r\rdata: x\n\n\n\n",
    b"",
];

#[test]
fn every_cut_in_two_gives_the_same_events() {
    for document in DOCUMENTS {
        let expected = naive_events(document);
        assert_eq!(events([*document]), expected);
        for cut in 0..=document.len() {
            let (first, second) = document.split_at(cut);
            assert_eq!(
                events([first, second]),
                expected,
                "cut at {cut} of {document:?}"
            );
        }
    }
}

#[test]
fn every_cut_in_three_gives_the_same_events() {
    for document in DOCUMENTS {
        let expected = naive_events(document);
        for first in 0..=document.len() {
            for second in first..=document.len() {
                let pieces = [
                    &document[..first],
                    &document[first..second],
                    &document[second..],
                ];
                assert_eq!(events(pieces), expected, "cuts at {first} and {second}");
            }
        }
    }
}

#[test]
fn single_bytes_give_the_same_events() {
    for document in DOCUMENTS {
        assert_eq!(events(document.chunks(1)), naive_events(document));
    }
}

#[test]
fn random_streams_in_random_pieces_give_the_events_of_the_standard() {
    let words: &[&[u8]] = &[
        b"data",
        b"data",
        b":",
        b":",
        b" ",
        b"\n",
        b"\n",
        b"\n",
        b"\r",
        b"\r\n",
        b"\xEF\xBB\xBF",
        b"\xEF\xBB",
        b"id",
        b"x",
        b"{\"a\":\"long enough for whole words\"}",
        b"\xE2\x82\xAC",
        b"\xF0\x9F",
        b"\t",
    ];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for _ in 0..20_000 {
        let stream: Vec<u8> = (0..random(40))
            .flat_map(|_| words[random(words.len())])
            .copied()
            .collect();
        let mut pieces = Vec::new();
        let mut rest = &*stream;
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(1 + random(rest.len()));
            pieces.push(piece);
            rest = after;
        }
        assert_eq!(events(pieces), naive_events(&stream), "{stream:?}");
    }
}

#[test]
fn the_rest_of_the_input_waits_for_the_caller() {
    let mut framer = SseFramer::new();
    let mut input: &[u8] = b"data: a\n\ndata: b\n\nda";
    assert_eq!(framer.next(&mut input), Ok(Some("a")));
    assert_eq!(input, b"data: b\n\nda");
    assert_eq!(framer.next(&mut input), Ok(Some("b")));
    assert_eq!(input, b"da");
    assert_eq!(framer.next(&mut input), Ok(None));
    assert_eq!(input, b"");
}

#[test]
fn an_event_in_one_piece_is_not_copied() {
    let mut framer = SseFramer::new();
    let stream: &[u8] = b"data: abc\n\n";
    let mut input = stream;
    let data = framer.next(&mut input).unwrap().unwrap();
    assert_eq!(data.as_ptr(), stream[6..].as_ptr());
}

#[test]
fn an_event_that_ends_in_cr_need_not_wait_for_more() {
    let mut framer = SseFramer::new();
    let mut input: &[u8] = b"data: a\r\n\r";
    assert_eq!(framer.next(&mut input), Ok(Some("a")));
    let mut input: &[u8] = b"\ndata: b\n\n";
    assert_eq!(framer.next(&mut input), Ok(Some("b")));
}

#[test]
fn a_finished_framer_is_as_new() {
    let mut framer = SseFramer::new();
    for _ in 0..2 {
        let mut input: &[u8] = "\u{FEFF}data: a\ndata: b".as_bytes();
        assert_eq!(framer.next(&mut input), Ok(None));
        assert_eq!(framer.finish(), Ok(Some("a\nb")));
    }
    assert_eq!(framer.finish(), Ok(None));
}

#[test]
fn an_event_beyond_the_limit_is_refused_however_it_is_cut() {
    let fits: &[u8] = b"data: 0123\ndata: 4567\n\ndata: 0123456789abcd\n\n";
    for document in [
        b"data: 0123456789abcde\n\ndata: a\n\n".as_slice(),
        b"data: 0123\ndata: 4567\ndata: 8901\ndata: 2\n\n",
        b": a comment that is too long\n\n",
        b"data: 0123456789abcde",
    ] {
        for size in 1..=document.len() {
            let outcome = |document: &[u8]| -> Result<(), EventTooLarge> {
                let mut framer = SseFramer::with_limit(20);
                for piece in document.chunks(size) {
                    let mut input = piece;
                    while framer.next(&mut input)?.is_some() {}
                }
                framer.finish().map(|_| ())
            };
            assert_eq!(
                outcome(document),
                Err(EventTooLarge),
                "{document:?} by {size}"
            );
            assert_eq!(outcome(fits), Ok(()), "by {size}");
        }
    }
}

#[test]
fn nothing_is_read_after_an_event_beyond_the_limit() {
    let mut framer = SseFramer::with_limit(8);
    let mut input: &[u8] = b"data: too long\n\n";
    assert_eq!(framer.next(&mut input), Err(EventTooLarge));
    let mut input: &[u8] = b"data: a\n\n";
    assert_eq!(framer.next(&mut input), Err(EventTooLarge));
    assert_eq!(input, b"");
    assert_eq!(framer.finish(), Err(EventTooLarge));
}
