"""The main job with the client of openapi-python-client: a session, a detail, Slide Over, the session, a refusal."""

import sys

from navigation_client import Client
from navigation_client.api.sessions import create_session, get_session
from navigation_client.api.transitions import apply_transition
from navigation_client.models import (
    CreateSession,
    CreationRecord,
    LayoutTab,
    Multitasking,
    NewScreen,
    PlaceholderScreen,
    RefusedProblem,
    SessionView,
    SetMultitasking,
    ShowDetail,
    SingleRecord,
    TabsInPrimaryLayout,
)

client = Client(base_url=sys.argv[1])
layout = TabsInPrimaryLayout(
    name="tabsInPrimary",
    tabs=[LayoutTab(id="chats", screen=NewScreen(id="chat-list", route="chats"))],
    placeholder=PlaceholderScreen(route="nothing-selected"),
)
created = create_session.sync(client=client, body=CreateSession(layout=layout))
assert isinstance(created, CreationRecord), created
session = created.session_id

detail = ShowDetail(type_="showDetail", screen=NewScreen(id="chat-42", route="chat"))
shown = apply_transition.sync(session, client=client, body=detail)
assert isinstance(shown, SingleRecord) and shown.outcome.handled, shown
assert isinstance(shown.transition, ShowDetail), shown.transition

slid = apply_transition.sync(
    session, client=client, body=SetMultitasking(type_="setMultitasking", multitasking=Multitasking.SLIDEOVER)
)
assert isinstance(slid, SingleRecord) and [screen.id for screen in slid.visible] == ["chat-42"], slid

view = get_session.sync(session, client=client)
assert isinstance(view, SessionView) and view.revision == 2 and view.root.kind == "split", view

refused = apply_transition.sync(session, client=client, body=ShowDetail(type_="showDetail", controller="nobody"))
assert isinstance(refused, RefusedProblem) and refused.code == "no-such-controller", refused
print(f"revision {view.revision}, on display {slid.visible[0].id}, refused {refused.status} {refused.code}")
