import type { CalendarChoice } from '#contract/work/calendars'
import type { Calendar } from '#prisma/client'

export const presentChapterChoice = ({ id, name, description }: Calendar): CalendarChoice => ({
  Id: id,
  Name: name,
  CalendarDescription: description,
})
