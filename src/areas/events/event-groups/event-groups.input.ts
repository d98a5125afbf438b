import type { EventGroupInput } from '#contract/events/event-groups'
import { optionalLine } from '#kernel/text/one-line'
import type { EventGroup } from '#prisma/client'

/** What a request makes of a table. */
export interface GroupData {
  name: string | null
  typeId: number | null
  maxToAssign: number | null
  /** 0: the next free number. */
  number: number
  /** Null: the number. */
  position: number | null
  sessionId: number | null
}

/** Parses a table. A field that is left out keeps its value. */
export const parseEventGroup = (input: EventGroupInput, current: EventGroup | null): GroupData => {
  const { Name, EventRegistrationTypeId, MaxToAssign, GroupNumber, GroupOrder, EventSessionId } = input
  return {
    name: optionalLine(Name, current?.name),
    typeId: numberOf(EventRegistrationTypeId, current?.typeId),
    maxToAssign: numberOf(MaxToAssign, current?.maxToAssign),
    number: GroupNumber || (current?.number ?? 0),
    position: numberOf(GroupOrder, current?.position),
    sessionId: numberOf(EventSessionId, current?.sessionId),
  }
}

const numberOf = (sent: string | null | undefined, current: number | null | undefined): number | null => {
  if (sent === undefined) return current ?? null
  return sent === null ? null : Number(sent)
}
