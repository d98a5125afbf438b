/** The payment types that have subtypes. */
export const TRADE = 5
export const EXTERNAL = 6
