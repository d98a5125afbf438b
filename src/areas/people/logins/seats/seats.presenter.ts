import type { Seat } from '#contract/people/logins'
import type { ListedSeat } from '#services/identity/seat-lists'

/** Presents a seat in its documented shape. */
export const presentSeat = (seat: ListedSeat): Seat => ({
  LoginId: seat.loginId,
  AuditId: seat.auditId,
  Name: seat.name,
  EmailAddress: seat.email,
  RoleName: seat.roleName,
  ContactId: seat.contactId,
  IsDisabled: seat.disabledAt !== null,
  HasSecondFactor: seat.hasSecondFactor,
  LastSignInDate: seat.lastSignInAt?.toISOString() ?? null,
  CreatedDate: seat.createdAt.toISOString(),
})
