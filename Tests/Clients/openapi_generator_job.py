"""The main job with the Python client of openapi-generator: a session, a detail, Slide Over, the session, a refusal."""

import sys

from navigation_api import (
    ApiClient,
    Configuration,
    CreateSession,
    Layout,
    LayoutTab,
    Multitasking,
    Newcomer,
    NewScreen,
    PlaceholderScreen,
    RefusedProblem,
    SessionsApi,
    SetMultitasking,
    ShowDetail,
    SingleRecord,
    Split,
    TabsInPrimaryLayout,
    TransitionRequest,
    TransitionsApi,
)
from navigation_api.exceptions import UnprocessableEntityException

client = ApiClient(Configuration(host=sys.argv[1]))
sessions, transitions = SessionsApi(client), TransitionsApi(client)
layout = TabsInPrimaryLayout(
    name="tabsInPrimary",
    tabs=[LayoutTab(id="chats", screen=NewScreen(id="chat-list", route="chats"))],
    placeholder=PlaceholderScreen(route="nothing-selected"),
)
session = sessions.create_session(CreateSession(layout=Layout(layout))).session_id

detail = ShowDetail(type="showDetail", screen=NewScreen(id="chat-42", route="chat"))
shown = transitions.apply_transition(session, TransitionRequest(detail)).actual_instance
assert isinstance(shown, SingleRecord) and shown.outcome.handled, shown
assert isinstance(shown.transition.actual_instance, ShowDetail), shown.transition

slide_over = SetMultitasking(type="setMultitasking", multitasking=Multitasking.SLIDEOVER)
slid = transitions.apply_transition(session, TransitionRequest(slide_over)).actual_instance
assert isinstance(slid, SingleRecord) and [screen.id for screen in slid.visible] == ["chat-42"], slid

view = sessions.get_session(session)
assert view.revision == 2 and isinstance(view.root.actual_instance, Split), view

try:
    transitions.apply_transition(session, TransitionRequest(ShowDetail(type="showDetail", controller=Newcomer("nobody"))))
    raise SystemExit("what is nowhere was shown")
except UnprocessableEntityException as error:
    refused = error.data
assert isinstance(refused, RefusedProblem) and refused.code == "no-such-controller", refused
print(f"revision {view.revision}, on display {slid.visible[0].id}, refused {refused.status} {refused.code}")
