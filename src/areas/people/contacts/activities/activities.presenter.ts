import type { Activity } from '#contract/people/contacts'
import type { ContactActivity } from '#prisma/client'

export const presentActivity = (activity: ContactActivity): Activity => ({
  ContactActivityId: activity.id,
  ContactId: activity.contactId,
  ActivityDate: activity.activityDate.toISOString(),
  ActivityTypeId: activity.typeId as Activity['ActivityTypeId'],
  Description: activity.description,
})
