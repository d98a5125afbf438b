import { type Change, changeOf } from '#kernel/records/record-change'
import type { ChangeAction } from '#kernel/records/record-kind'
import type { EventExhibitor } from '#prisma/client'
import { exhibitorKind } from './exhibitors.queries.ts'

/** Describes a change of an exhibitor, for history and events. @param eventKind if it is not that of the action. */
export const exhibitorChange = (exhibitor: EventExhibitor, action: ChangeAction, eventKind?: string): Change => {
  const { eventId, orderId, typeId, name, state, boothPreference, boothNumber } = exhibitor
  const payload = { eventId, orderId, name, state }
  const changes = { ...payload, typeId, boothPreference, boothNumber }
  return changeOf(exhibitorKind, exhibitor, action, { changes, payload, ...(eventKind && { eventKind }) })
}
