/** A screen, with rows where it is a list: `"Ada: See you at noon"`. */
function screen(id, title, rows) {
  const made = { id, route: id, title };
  if (rows) made.params = { rows: rows.map(row) };
  return made;
}

function row(text) {
  const [title, subtitle] = text.split(": ");
  const id = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return subtitle ? { id, title, subtitle } : { id, title };
}

const chats = screen("chat-list", "Chats", [
  "Ada: See you at noon", "Grace: The compiler found it", "Alan: Is it thinking?", "Katherine: Numbers checked twice", "Edsger: Considered harmful",
]);
const contacts = screen("contact-list", "Contacts", ["Ada", "Barbara", "Grace", "Katherine"]);
const settings = screen("settings-list", "Settings", ["Account", "Notifications", "Appearance", "Storage"]);
const tabs = [
  { id: "chats", title: "Chats", icon: "message", screen: chats },
  { id: "contacts", title: "Contacts", icon: "person", screen: contacts },
  { id: "settings", title: "Settings", icon: "gear", screen: settings },
];
/** Where a tab is its screen alone. */
const pages = tabs.map(({ title, icon, screen }) => ({ title, icon, screen }));
const placeholder = { id: "placeholder", route: "nothing-selected", title: "No chat selected" };
const noNote = { id: "no-note", route: "no-note", title: "No note selected" };
/** What most apps answer: no way back to an empty placeholder, and on a phone the list first, unless a letter was chosen. */
const [onward, listFirst] = [{ allowsReturnToPlaceholder: false }, {
  topColumnForCollapsing: "byProvenance", onDetailPopped: "discard", placeholder: { id: "no-letter", route: "no-letter", title: "No letter selected" },
}];
const mailboxes = screen("mailboxes", "Mailboxes", ["Inbox", "Drafts", "Sent", "Archive", "Junk"]);
const inbox = screen("inbox", "Inbox", [
  "Lise: Results of the second run", "Emmy: A symmetry that holds", "Rosalind: Photograph 51", "Chien-Shiung: Parity, again", "Maria: Your order",
]);
const noLetter = listFirst.placeholder;
const news = ["Today", "World", "Science", "Culture", "Sport"].map((title) => ({
  title,
  screen: screen(title.toLowerCase(), title, [`${title} in brief`, "A long read", "In pictures", "Most read"]),
}));
const notes = screen("note-list", "Notes", ["Groceries", "Ideas", "Travel", "Reading"]);

const path = (list) => `/${list.title.toLowerCase()}`;

/** Routes of a list whose rows open screens of another route, with the row's title as its param; more may list the same. */
function routes(list, name, opens, ...others) {
  const offers = list.params.rows.map(({ id, title }) => ({ route: name, params: { [name]: title }, row: id }));
  const made = { [list.route]: { path: path(list), offers }, [name]: { path: `${path(list)}/{${name}}`, parent: list.route, opens, screen: { title: `{${name}}` } } };
  return Object.assign(made, ...others);
}

const chatRoutes = (opens) => routes(chats, "chat", opens, routes(contacts, "contact", opens), routes(settings, "setting", opens));
const letters = routes(inbox, "letter", "detail");
/** One list after the other: its routes are those of the mailboxes with the offers of the first of them. */
const mailRoutes = routes(mailboxes, "mailbox", "column");
Object.assign(mailRoutes.mailbox, { offers: letters.inbox.offers });
mailRoutes.letter = { ...letters.letter, path: "/mailboxes/{mailbox}/{letter}", parent: "mailbox" };
const firstMailbox = { ...inbox, route: "mailbox", params: { mailbox: "Inbox", ...inbox.params } };
// The same thing, which stays.
mailRoutes.mailboxes.offers[0].params = firstMailbox.params;
/** Where there is no stack, a sheet, which a button closes. */
const story = { path: "/stories/{story}", opens: "present", screen: { title: "{story}" }, offers: [{ closes: true }] };
const newsRoutes = Object.assign({}, ...news.map((page) => routes(page.screen, "story", "present")), { story });

/** For each layout of the interface an app that has it, by the layout's name. */
export const examples = {
  tabsInPrimary: { title: "Messenger", about: "Tabs, and a detail beside them", layout: { name: "tabsInPrimary", tabs, placeholder, behavior: onward }, routes: chatRoutes("detail") },
  tabBarInStack: {
    title: "Chat", about: "Tabs that keep their details", routes: chatRoutes("detail"),
    layout: { name: "tabBarInStack", tabs: pages, placeholder, behavior: { ...onward, emptyDetail: "firstOffer" } },
  },
  listDetail: { title: "Notes", about: "A list and its detail", layout: { name: "listDetail", primary: notes, placeholder: noNote, behavior: onward }, routes: routes(notes, "note", "detail") },
  doubleColumn: {
    title: "Inbox", about: "Two columns", routes: letters,
    // The fault of the README's app: in a narrow window the list hides the letter. The word that mends it is `byProvenance`.
    layout: { name: "doubleColumn", primary: inbox, secondary: { ...noLetter, placeholder: true }, behavior: { placeholder: noLetter, topColumnForCollapsing: "primary" } },
  },
  tripleColumn: {
    title: "Mail", about: "Three columns", routes: mailRoutes,
    layout: { name: "tripleColumn", primary: mailboxes, supplementary: firstMailbox, secondary: { ...noLetter, placeholder: true }, behavior: listFirst },
  },
  topTabs: { title: "News", about: "Pages under their titles", layout: { name: "topTabs", pages: news }, routes: newsRoutes },
  tabBar: { title: "Social", about: "A tab bar", layout: { name: "tabBar", tabs }, routes: chatRoutes("push") },
  stack: { title: "Settings", about: "One stack", layout: { name: "stack", screen: settings }, routes: routes(settings, "setting", "push") },
};
