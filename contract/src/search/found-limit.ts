/** Maximum number of objects of each kind in the reply to `search`. */
export const maxFoundPerKind = 5;
