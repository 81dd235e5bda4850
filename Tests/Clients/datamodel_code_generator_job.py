"""The main job with the models of datamodel-code-generator and httpx: a session, a detail, Slide Over, the session, a refusal."""

import sys

import httpx
from pydantic import BaseModel

from navigation_models import (
    ControllerId,
    CreateSession,
    CreationRecord,
    LayoutTab,
    NewScreen,
    PlaceholderScreen,
    RefusedProblem,
    SessionView,
    SetMultitasking,
    ShowDetail,
    SingleRecord,
    Split,
    TabsInPrimaryLayout,
)

server = httpx.Client(base_url=sys.argv[1])


def post(path: str, body: BaseModel) -> httpx.Response:
    text = body.model_dump_json(by_alias=True, exclude_unset=True)
    return server.post(path, content=text, headers={"Content-Type": "application/json"})


layout = TabsInPrimaryLayout(
    name="tabsInPrimary",
    tabs=[LayoutTab(id="chats", screen=NewScreen(id="chat-list", route="chats"))],
    placeholder=PlaceholderScreen(route="nothing-selected"),
)
created = CreationRecord.model_validate_json(post("/v1/sessions", CreateSession(layout=layout)).content)
session = f"/v1/sessions/{created.sessionId}"

detail = ShowDetail(type="showDetail", screen=NewScreen(id="chat-42", route="chat"))
shown = SingleRecord.model_validate_json(post(f"{session}/transitions", detail).content)
assert shown.outcome.handled and isinstance(shown.transition, ShowDetail), shown

slide_over = SetMultitasking(type="setMultitasking", multitasking="slideOver")
slid = SingleRecord.model_validate_json(post(f"{session}/transitions", slide_over).content)
assert [screen.id for screen in slid.visible] == ["chat-42"], slid

view = SessionView.model_validate_json(server.get(session).content)
assert view.revision == 2 and isinstance(view.root, Split), view

answer = post(f"{session}/transitions", ShowDetail(type="showDetail", controller=ControllerId("nobody")))
refused = RefusedProblem.model_validate_json(answer.content)
assert answer.status_code == 422 and refused.code == "no-such-controller", refused
print(f"revision {view.revision}, on display {slid.visible[0].id}, refused {refused.status} {refused.code}")
