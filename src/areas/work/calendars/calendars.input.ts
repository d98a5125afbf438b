import type { CalendarEditInput } from '#contract/work/calendars'
import type { FieldFault } from '#kernel/errors/problem'
import { ruleRefused } from '#kernel/errors/problem'
import { oneLine } from '#kernel/text/one-line'
import type { Calendar } from '#prisma/client'

/** What a save makes of a calendar, its feed apart. */
export type CalendarDraft = Pick<
  Calendar,
  | 'name'
  | 'description'
  | 'isActive'
  | 'isPublicViewable'
  | 'isMemberViewable'
  | 'allowPublicSubmission'
  | 'allowMemberSubmission'
  | 'groupId'
>

/**
 * Fields left out keep their value, null clears. What the public sees members see too.
 *
 * @throws 422 name-needed, not-viewable.
 */
export const readCalendar = (input: CalendarEditInput, current: Calendar | null): CalendarDraft => {
  const isPublicViewable = input.IsPublicViewable ?? current?.isPublicViewable ?? false
  const draft = {
    name: readName(input, current),
    description: (input.Description === undefined ? current?.description : input.Description?.trim()) || null,
    isActive: input.IsActive ?? current?.isActive ?? true,
    isPublicViewable,
    isMemberViewable: isPublicViewable || (input.IsMemberViewable ?? current?.isMemberViewable ?? false),
    allowPublicSubmission: input.AllowPublicSubmission ?? current?.allowPublicSubmission ?? false,
    allowMemberSubmission: input.AllowMemberSubmission ?? current?.allowMemberSubmission ?? false,
    groupId: input.GroupId === undefined ? (current?.groupId ?? null) : Number(input.GroupId || 0) || null,
  }
  assertSubmission(draft)
  return draft
}

const readName = ({ Name }: CalendarEditInput, current: Calendar | null): string => {
  const name = Name === undefined ? current?.name : oneLine(Name ?? '')
  if (name) return name
  throw ruleRefused('name-needed', 'A calendar needs a name.', [{ pointer: '/Name', message: 'must not be blank' }])
}

const assertSubmission = (draft: CalendarDraft): void => {
  const errors: FieldFault[] = []
  if (draft.allowPublicSubmission && !draft.isPublicViewable)
    errors.push({ pointer: '/AllowPublicSubmission', message: 'needs IsPublicViewable' })
  if (draft.allowMemberSubmission && !draft.isMemberViewable)
    errors.push({ pointer: '/AllowMemberSubmission', message: 'needs IsMemberViewable' })
  if (errors.length > 0) throw ruleRefused('not-viewable', 'Who submits must see the calendar.', errors)
}
