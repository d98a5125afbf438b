import type { CalendarEdit } from '#contract/work/calendars'
import type { Calendar } from '#prisma/client'

const HOW_TO_SUBSCRIBE =
  'Paste this address into your calendar program to subscribe. Anyone who has it can read the calendar.'

/** `address` is that of the feed, for those who may know it; `host` the name of the tenant's site. */
export const presentCalendar = (
  calendar: Calendar,
  { address, host }: { address: string | null; host: string | null },
): CalendarEdit => ({
  CalendarId: calendar.id,
  AuditId: calendar.auditId,
  Name: calendar.name,
  Description: calendar.description,
  IsActive: calendar.isActive,
  IsPublicViewable: calendar.isPublicViewable,
  IsMemberViewable: calendar.isMemberViewable,
  AllowPublicSubmission: calendar.allowPublicSubmission,
  AllowMemberSubmission: calendar.allowMemberSubmission,
  IsICalPublishingEnabled: calendar.feedHash !== null,
  PrimaryDomain: host,
  EntireUrl: address,
  AddCalendarICalMessage: calendar.feedHash === null ? null : HOW_TO_SUBSCRIBE,
  GroupId: calendar.groupId === null ? null : String(calendar.groupId),
})
