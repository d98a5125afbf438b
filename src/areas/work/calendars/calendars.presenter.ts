import type { IntLookupChoice } from '#contract/shared'
import type { CalendarChoice } from '#contract/work/calendars'
import type { Calendar } from '#prisma/client'

export const presentChoice = ({ id, name }: Calendar, index: number): IntLookupChoice => ({
  Id: id,
  Name: name,
  ExtraData: null,
  CssColor: null,
  IsSelected: false,
  IsDeleted: false,
  Order: index + 1,
})

export const presentChapterChoice = ({ id, name, description }: Calendar): CalendarChoice => ({
  Id: id,
  Name: name,
  CalendarDescription: description,
})
