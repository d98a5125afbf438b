import type { Activity } from '../../../../../contract/people/contacts.ts'
import type { ContactActivity } from '../../../../../generated/prisma/client.ts'

export const presentActivity = (activity: ContactActivity): Activity => ({
  ContactActivityId: activity.id,
  ContactId: activity.contactId,
  ActivityDate: activity.activityDate.toISOString(),
  ActivityTypeId: activity.typeId as Activity['ActivityTypeId'],
  Description: activity.description,
})
