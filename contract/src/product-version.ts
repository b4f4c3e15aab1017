/** The version of all packages, which the account page and the API documents show. */
export const productVersion = "1.0.0";
