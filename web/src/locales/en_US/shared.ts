/** What both apps say; the English texts are the type that the other languages have to match. */
export const shared = {
  appTitle: "Data Centre",
  networkFailed: "Network connection failed",
  answerInvalid: "The server's answer could not be read. Please try again.",
  pathUnknown: "Unable to find interface path",
  pleaseLogIn: "Please log in first",
  loggedInElsewhere: "Your account is logged in elsewhere, mind account security",
  back: "Back",
  close: "Close",
  language: "Language",
  offline: "No connection. It is tried again by itself.",
  offlineReason: "Not possible without a connection.",
  loading: "Loading",
  pageFailed: "This page could not be loaded",
  pageFailedText: "Check your connection, then try again.",
  tryAgain: "Try again",
  justNow: "just now",
};
