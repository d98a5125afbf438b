/**
 * Parses base64url (RFC 4648, section 5) in its only canonical spelling: without padding, white space, letters of other alphabets
 * and unused bits. `Buffer.from` ignores all of these, so that many texts would be the same token. Undefined for others.
 */
export const parseBase64url = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}
