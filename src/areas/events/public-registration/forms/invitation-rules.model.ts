import type { EventInvitation, EventRegistrationType } from '#prisma/client'

/** Whether an invitation permits a registration type: those for invited people need one. */
export const isPermitted = (
  { id, isForInvited }: Pick<EventRegistrationType, 'id' | 'isForInvited'>,
  invitation: Pick<EventInvitation, 'typeId'> | null,
): boolean => !isForInvited || (invitation !== null && (invitation.typeId === null || invitation.typeId === id))
