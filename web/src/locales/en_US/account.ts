/** The texts of the account page; the English ones are the type that the other languages have to match. */
export const account = {
  outlets: "Outlets",
  outletCount: "Your outlets: {count}",
  noOutlets: "No outlet is assigned to your account yet.",
  showOutlets: "Show all",
  hideOutlets: "Fold up",
  outletSearch: "Search your outlets",
  noOutletFits: "No outlet has this name.",
  days: "Days and hours of the figures",
  zoneDevice: "This phone's",
  zoneAccount: "Your outlets'",
  zoneDeviceText: "A day begins at midnight where this phone is: {zone}.",
  zoneAccountText: "A day begins at midnight at your outlets, wherever you are: {zone}.",
  zoneRefused: "This phone's time zone is none that the figures can be counted in; your outlets' is used.",
};
