/** Control characters and line ends, which a text of one line cannot contain. */
export const CONTROLS = /[\p{Cc}\u2028\u2029]/u
