import os
from pathlib import Path

# Beside this file: `DESIGN=mail-mended.json pytest …` tests the mended one.
DESIGN = Path(__file__).with_name(os.environ.get("DESIGN", "mail.json"))


def test_the_letter_stays_in_slide_over(navigation):
    mail = navigation.session(DESIGN)
    mail.tap("Open letter.emmy")
    mail.send("setMultitasking", multitasking="slideOver")
    mail.shows("letter.emmy")


def test_a_link_is_opened_in_slide_over(navigation):
    mail = navigation.session(DESIGN)
    mail.send("setMultitasking", multitasking="slideOver")
    mail.open("mail://letters/emmy")
    mail.shows("letter.emmy")
