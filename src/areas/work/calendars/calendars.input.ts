import type { CalendarEditInput } from '#contract/work/calendars'
import type { FieldFault } from '#kernel/errors/problem'
import { ruleRefused } from '#kernel/errors/problem'
import { oneLine } from '#kernel/text/one-line'
import type { Calendar } from '#prisma/client'

/** The columns of a calendar that a request sets, without its feed. */
export type CalendarData = Pick<
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
 * Parses a calendar. A field that is left out keeps its value; null clears it. Members can see all that the public sees.
 *
 * @throws 422 name-needed, not-viewable.
 */
export const parseCalendar = (input: CalendarEditInput, current: Calendar | null): CalendarData => {
  const isPublicViewable = input.IsPublicViewable ?? current?.isPublicViewable ?? false
  const data = {
    name: parseName(input, current),
    description: (input.Description === undefined ? current?.description : input.Description?.trim()) || null,
    isActive: input.IsActive ?? current?.isActive ?? true,
    isPublicViewable,
    isMemberViewable: isPublicViewable || (input.IsMemberViewable ?? current?.isMemberViewable ?? false),
    allowPublicSubmission: input.AllowPublicSubmission ?? current?.allowPublicSubmission ?? false,
    allowMemberSubmission: input.AllowMemberSubmission ?? current?.allowMemberSubmission ?? false,
    groupId: input.GroupId === undefined ? (current?.groupId ?? null) : Number(input.GroupId || 0) || null,
  }
  requireSubmission(data)
  return data
}

const parseName = ({ Name }: CalendarEditInput, current: Calendar | null): string => {
  const name = Name === undefined ? current?.name : oneLine(Name ?? '')
  if (name) return name
  throw ruleRefused('name-needed', 'The calendar has no name.', [{ pointer: '/Name', message: 'must not be blank' }])
}

const requireSubmission = (data: CalendarData): void => {
  const errors: FieldFault[] = []
  if (data.allowPublicSubmission && !data.isPublicViewable)
    errors.push({ pointer: '/AllowPublicSubmission', message: 'requires IsPublicViewable' })
  if (data.allowMemberSubmission && !data.isMemberViewable)
    errors.push({ pointer: '/AllowMemberSubmission', message: 'requires IsMemberViewable' })
  if (errors.length > 0)
    throw ruleRefused('not-viewable', 'Submission is allowed for people that cannot view the calendar.', errors)
}
