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
const contacts = screen("contact-list", "Contacts", ["Ada", "Alan", "Barbara", "Edsger", "Grace", "Katherine"]);
const settings = screen("settings-list", "Settings", ["Account", "Notifications", "Appearance", "Storage"]);
const tabs = [
  { id: "chats", title: "Chats", icon: "message", screen: chats },
  { id: "contacts", title: "Contacts", icon: "person", screen: contacts },
  { id: "settings", title: "Settings", icon: "gear", screen: settings },
];
/** Where a tab is its screen alone. */
const pages = tabs.map(({ title, screen }) => ({ title, screen }));
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
const letter = screen("letter", "Letter");
const news = ["Today", "World", "Science", "Culture", "Sport"].map((title) => ({
  title,
  screen: screen(title.toLowerCase(), title, [`${title} in brief`, "A long read", "In pictures", "Most read"]),
}));
const notes = screen("note-list", "Notes", ["Groceries", "Ideas", "Travel", "Reading"]);

/** For each layout of the interface an app that has it, by the layout's name. */
export const examples = {
  tabsInPrimary: { title: "Messenger", about: "Tabs, and a detail beside them", layout: { name: "tabsInPrimary", tabs, placeholder, behavior: onward } },
  tabBarInStack: { title: "Chat", about: "Tabs that keep their details", layout: { name: "tabBarInStack", tabs: pages, placeholder, behavior: onward } },
  listDetail: { title: "Notes", about: "A list and its detail", layout: { name: "listDetail", primary: notes, placeholder: noNote, behavior: onward } },
  doubleColumn: { title: "Inbox", about: "Two columns", layout: { name: "doubleColumn", primary: inbox, secondary: letter, behavior: listFirst } },
  tripleColumn: { title: "Mail", about: "Three columns", layout: { name: "tripleColumn", primary: mailboxes, supplementary: inbox, secondary: letter, behavior: listFirst } },
  topTabs: { title: "News", about: "Pages under their titles", layout: { name: "topTabs", pages: news } },
  tabBar: { title: "Social", about: "A tab bar", layout: { name: "tabBar", tabs } },
  stack: { title: "Settings", about: "One stack", layout: { name: "stack", screen: settings } },
};
