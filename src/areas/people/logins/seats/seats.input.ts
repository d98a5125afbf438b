import type { SeatSaveInput } from '#contract/people/logins-seats'
import type { SeatInput } from '#services/identity/seat-saves'

/** Parses a seat. What is left out is absent; the id 0 of a contact means none. */
export const parseSeat = ({ EmailAddress, Name, RoleName, ContactId }: SeatSaveInput): SeatInput => ({
  ...(EmailAddress && { email: EmailAddress }),
  ...(Name && { name: Name }),
  ...(RoleName && { roleName: RoleName }),
  ...(ContactId !== undefined && { contactId: ContactId || null }),
})
