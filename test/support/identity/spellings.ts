const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Texts that a lenient parser of base64url reads as the same bytes as the last part of a token. */
export const spellingsOf = (token: string): string[] => {
  const last = ALPHABET.indexOf(token.at(-1) ?? '')
  const part = token.split(/[.-]/).at(-1) ?? ''
  return [
    `${token}=`,
    `${token}==`,
    `${token} `,
    `${token}!`,
    `${token.slice(0, -5)}\n${token.slice(-5)}`,
    // The bits of the last letter that belong to no byte: 2 or 4, or none if the length is a multiple of 4.
    ...(part.length % 4 === 0 ? [] : [`${token.slice(0, -1)}${ALPHABET[last ^ 1]}`]),
  ]
}
