"""The cases of compare.py: what its walks send.

A tuple is one of its values at random, and `$NAME` in a text what the walk has of that name (`Walk.places`).
"""

# How a session starts.
ROUTES = {
    "chats": {"offers": [{"route": "chat", "params": {"chat": 1}, "row": "1"}, {"route": "compose"}]},
    "chat": {"opens": "detail", "path": "/chats/{chat}", "params": {"chat": "integer"}, "screen": {"title": "C {chat}"},
             "offers": [{"route": "info", "params": {"chat": 1}}]},
    "info": {"opens": "push", "path": "/chats/{chat}/info", "parent": "chat"},
    "compose": {"opens": "present", "path": "/compose", "screen": {"blocksRemoval": True}}}
LIST = {"id": "list", "route": "chats", "title": 'Ünï "\\\n\u200e', "params": {"n": 1.50, "d": [1, {"e": None}]}}
TABS = [{"id": "chats", "title": "Chats", "screen": LIST}, {"title": "Other", "screen": {"route": "others"}}]
TOP = {"kind": "topTabs", "pageAppearance": ("current", "all"), "bounces": (True, False), "pages": [
    {"title": name, "child": {"kind": "screen", "route": "page"}} for name in "ABC"]}
STARTS = (
    {"root": TOP}, {"root": TOP}, {"root": {"kind": "stack", "children": [TOP]}, "timeToLive": 3600},
    {"layout": {"name": "stack", "screen": LIST}, "routes": ROUTES},
    {"layout": {"name": ("tabsInPrimary", "tabBarInStack"), "tabs": TABS, "placeholder": {"route": "none"}},
     "routes": ROUTES},
    {"layout": {"name": "listDetail", "primary": LIST, "placeholder": {"route": "none"}}, "routes": ROUTES},
    {"layout": {"name": "tripleColumn", "primary": LIST, "supplementary": {"route": "s"}, "secondary": {"route": "d"}}},
    {"layout": {"name": "tabBar", "tabs": TABS}, "labels": {"order": "1"}})
ENVIRONMENTS = ({"device": "iPhone 16"}, {"width": 700, "height": 800}, {"device": "iPad Pro 11-inch (M4)"},
                {"device": "iPad Pro 11-inch (M4)", "orientation": "landscape"})

# The transitions of a walk.
SCREEN = {"route": ("chat", "page"), "title": ("T", 'Ü"\\\n\u200e'), "params": {"chat": (1, 2.50)}}
SCREENS = (SCREEN, {**SCREEN, "id": "$new"}, {**SCREEN, "id": "$new"}, {**SCREEN, "id": "$new", "blocksRemoval": True})
PUSH = {"type": ("push", "push", "show", "showDetail"), "screen": SCREENS}
UNDO = {"type": ("undo", "undo", "redo")}
MEMBERS = (
    {"type": ("push", "present"), "controller": TOP},
    {"type": "present", "screen": SCREENS, "style": ("pageSheet", "popover", "fullScreen")},
    {"type": ("dismiss", "back", "pop", "enterBackground", "enterForeground")},
    {"type": ("pop", "pop", "popToRoot"), "confirm": (True, False)},
    ({"type": "remove", "controller": "$old"}, {"type": "removeItem", "route": "chat", "params": {"chat": (1, 2)}}),
    {"type": "open", "url": ("app://chats/1", "/chats/2", "/chats/3/info", "/chats/x", "/compose", "/nowhere")},
    {"type": "open", "route": ("chat", "info"), "params": {"chat": (1, 2, "x")}},
    ({"type": "rotate", "orientation": ("portrait", "landscape")}, {"type": "resize", "width": 400, "height": 800}),
    {"type": "setRoot", "controller": TOP, "dismisses": (True, False), "confirm": (True, False)},
    {"type": "setRoot", "layout": {"name": "tabBar", "tabs": TABS}, "dismisses": True},
    {"type": "updateScreen", "controller": ("list", "$old"), "title": (None, "T"), "blocksRemoval": (True, False)},
    {"type": "selectRow", "controller": "list", "row": ("1", 2)},
    {"type": "setTraits", "horizontalSizeClass": ("compact", "regular", None)},
    ({"type": "setTopTabs", "isTabControlHidden": (True, False)}, {"type": "setBadge", "tab": "chats", "badge": "1"}),
    ({"type": "pop", "cuont": 1}, {"type": "setDevice", "device": "nothing"}))
# In a batch are a push and some of `MEMBERS`.
TRANSITIONS = (*MEMBERS, "$move", "$move", "$move", PUSH, PUSH, UNDO, UNDO, {"type": "revert", "revision": "$revision"},
               {"transitions": "$batch"})


def gesture(kind, lengths, phases):
    """The stages of a gesture; `lengths` are the lengths that grow, each with its start and its step."""
    stages = []
    for at, phase in enumerate(phases.split()):
        grown = {name: start + step * at for name, (start, step) in lengths.items()}
        stages.append({"type": kind, **grown, "phase": phase})
    return stages


SCROLLS = tuple(gesture("scroll", {"contentOffset": path}, phases)
                for path in ((0, 7), (20, -20), (20, 200), (60, -20), (300, -50), (300, 60)) for phases in (
                    "dragging dragging dragging", "dragging dragging dragging dragging dragging ended",
                    "dragging dragging decelerating decelerating ended"))
DRAGS = tuple(gesture("resize", {"width": path, "height": (800, 0)}, phases)
              for path in ((330, 40), (500, 1), (740, -40), (740, -20), (800, 40)) for phases in (
                  "began changed changed", "began changed changed changed ended"))
SWIPES = (gesture("back", {}, "began cancelled"), gesture("back", {}, "began finished"))
GESTURES = (SCROLLS, SCROLLS, DRAGS, SWIPES)

# What goes with a transition.
QUERIES = ("", "", "", "?include=session", "?include=changes", "?include=session,changes", "?include=changes,session",
           "?dryRun=true", "?dryRun=true&include=changes")
MATCHES = ({}, {}, {"If-Match": ('"$now"', '"9999", "$now"', "*", '"$revision"', '"9999"', "3")})
# Paths, bodies and fields that open another session.
OPENINGS = (["$at/fork", {}, {}], ["$at/fork", {"revision": "$revision"}, MATCHES], ["/v1/sessions", "$snapshot", {}],
            ["/v1/sessions", {"layout": {"name": ("topTabs", "stack"), "pages": []}}, {}])
# Paths and fields of reads.
INCLUDES = ("", "&include=session", "&include=changes", "&include=session,changes")
READS = [
    ["$at", ({}, {"If-None-Match": '"$now"'}, {"If-Match": '"$revision"'})], ["$at?wait=9", {"If-None-Match": '"99"'}],
    ["$at/moves"], ["$at/snapshot"], *[["$at/snapshot?revision=$revision"]] * 3, ["$at/picture?revision=$revision"],
    ["$at/snapshot?revision=$now", {"If-None-Match": '"$now"'}],
    ["$at/picture?format=svg&hidden=true&revision=$revision", {"Accept": "image/svg+xml"}],
    *[["$at/transitions?limit=$limit" + after + include] for after in ("", "&after=$revision") for include in INCLUDES],
    *[["$at/events?after=$past" + include, ({}, {"Last-Event-ID": "$past"})] for include in INCLUDES],
    ["$at/events?after=9999"], ["$at/events"], ["/v1/sessions?limit=5"], ["/v1/sessions?limit=1&client=$client"],
    ["/v1/sessions?client=$client&label=order:1"]]
