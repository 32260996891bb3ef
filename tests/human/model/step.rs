//! The steps of a story, drawn by a seed.

/// How a conversation is set up.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Answers can be taken back.
    pub undo: bool,
    /// Everything that waits expires.
    pub limit: bool,
    /// Every answer is claimed.
    pub claims: bool,
    /// The application sends by itself.
    pub automatic: bool,
}

/// One step. Numbers pick among what there is; where there is nothing, the step
/// does nothing.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    // The person.
    Says,
    Allows(u8),
    Refuses(u8),
    AlwaysAllows(u8),
    AnswersLate(u8),
    Accepts(u8),
    Declines(u8),
    Prepares(u8, bool),
    GivesPrepared,
    DecidesAll(bool),
    Undoes(u8),
    Resends(u8),
    SendsAgain,
    Revokes,
    Stops,
    // The server, in the newest response.
    ServerAsks(u8),
    ServerQuestions(bool),
    ServerText,
    ServerActs(u8),
    ServerDenies(u8),
    ServerDecides(u8, bool),
    ServerSaysAgain(u8, bool),
    ServerAsksAnew(u8),
    ServerEnds,
    ServerFails(u8),
    ServerStreamsOn,
    // Back ends.
    BackEndAsks(bool),
    BackEndGivesUp(u8),
    ConnectionDrops,
    AsksForRetry(bool),
    Connects(bool),
    RetryEnds(u8, u8),
    ClaimIs(bool),
    // Time and pages.
    Waits(u16),
    Sleeps(u16),
    Reloads,
    Resumes(u8),
    LoadsAnother,
    EditsInput(u8),
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        // A linear congruential step, whose upper bits are good enough.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % u64::from(end)).unwrap()
    }

    fn pick(&mut self) -> u8 {
        u8::try_from(self.below(256)).unwrap()
    }

    fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    fn time(&mut self) -> u16 {
        [1, 200, 500, 900, 1_500][self.below(5) as usize]
    }
}

/// The story of a seed.
pub fn story(seed: u64) -> (Setting, Vec<Step>) {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66);
    random.below(2);
    let setting = Setting {
        undo: random.below(3) == 0,
        limit: random.flip(),
        claims: random.below(4) == 0,
        automatic: random.below(4) != 0,
    };
    let length = 5 + random.below(35);
    let steps = (0..length).map(|_| step(&mut random)).collect();
    (setting, steps)
}

fn step(random: &mut Random) -> Step {
    match random.below(100) {
        0..6 => Step::Says,
        6..14 => Step::Allows(random.pick()),
        14..18 => Step::Refuses(random.pick()),
        18..20 => Step::AlwaysAllows(random.pick()),
        20..22 => Step::AnswersLate(random.pick()),
        22..25 => Step::Accepts(random.pick()),
        25..27 => Step::Declines(random.pick()),
        27..30 => Step::Prepares(random.pick(), random.flip()),
        30..32 => Step::GivesPrepared,
        32..34 => Step::DecidesAll(random.flip()),
        34..36 => Step::Undoes(random.pick()),
        36..39 => Step::Resends(random.pick()),
        39..40 => Step::SendsAgain,
        40..41 => Step::Revokes,
        41..44 => Step::Stops,
        44..53 => Step::ServerAsks(random.pick()),
        53..55 => Step::ServerQuestions(random.below(4) != 0),
        55..56 => Step::ServerText,
        56..59 => Step::ServerActs(random.pick()),
        59..61 => Step::ServerDenies(random.pick()),
        61..64 => Step::ServerDecides(random.pick(), random.flip()),
        64..66 => Step::ServerSaysAgain(random.pick(), random.flip()),
        66..68 => Step::ServerAsksAnew(random.pick()),
        68..74 => Step::ServerEnds,
        74..77 => Step::ServerFails(random.pick()),
        77..78 => Step::ServerStreamsOn,
        78..82 => Step::BackEndAsks(random.flip()),
        82..83 => Step::BackEndGivesUp(random.pick()),
        83..84 => Step::ConnectionDrops,
        84..86 => Step::AsksForRetry(random.flip()),
        86..88 => Step::Connects(random.below(4) != 0),
        88..90 => Step::RetryEnds(random.pick(), random.pick()),
        90..93 => Step::ClaimIs(random.below(3) != 0),
        93..95 => Step::Waits(random.time()),
        95..97 => Step::Sleeps(random.time()),
        97..98 => match random.below(3) {
            0 => Step::LoadsAnother,
            1 => Step::EditsInput(random.pick()),
            _ => Step::Connects(random.flip()),
        },
        98..99 => Step::Reloads,
        _ => Step::Resumes(random.pick()),
    }
}
