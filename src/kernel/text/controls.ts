/** Control characters and line ends: none of them belongs into a text of one line. */
export const CONTROLS = /[\p{Cc}\u2028\u2029]/u
