import type { CustomFieldEditInput } from '#contract/people/custom-fields'
import type { CustomFieldChoice } from '#prisma/client'
import type { FieldData } from '../custom-fields.input.ts'
import { hasChoices } from '../custom-fields.model.ts'
import type { FieldFaults } from '../field-faults.input.ts'

/** A choice as it is to be kept; id 0 is new. */
export type ChoiceData = Pick<CustomFieldChoice, 'id' | 'name' | 'nameKey' | 'displayOrder' | 'isActive' | 'isDefault'>

const MOST_CHOICES = 500
const MOST_LABEL = 200

/** The whole list of choices after the save; the stored ones where the input says nothing about them. */
export const readChoices = (
  input: CustomFieldEditInput,
  current: readonly CustomFieldChoice[],
  field: FieldData,
  faults: FieldFaults,
): ChoiceData[] => {
  if (field.existingFieldId !== null) return []
  const isOwn = hasChoices(field.dataTypeId) && field.externalDataSource === null
  const items = input.SelectListItems ?? null
  if (!isOwn) {
    const goes = 'goes with a Select or MultiSelect with its own choices'
    if (items && items.length > 0) faults.add('/SelectListItems', goes)
    else if (input.SelectListData?.trim()) faults.add('/SelectListData', goes)
    return []
  }
  const choices = items ? fromItems(items, current, faults) : fromLines(input.SelectListData, current, faults)
  if (choices.length === 0) faults.add('/SelectListItems', 'is needed: a Select has choices')
  refuseDoubles(choices, items ? (place) => `/SelectListItems/${place}/Name` : () => '/SelectListData', faults)
  const defaults = choices.filter(({ isDefault }) => isDefault).length
  if (field.dataTypeId === 13 && defaults > 1) faults.add('/SelectListItems', 'has more than one default')
  return choices
}

type Item = NonNullable<CustomFieldEditInput['SelectListItems']>[number]

const fromItems = (items: readonly Item[], current: readonly CustomFieldChoice[], faults: FieldFaults): ChoiceData[] =>
  items.map((item, place) => {
    const id = item.Id ?? 0
    const kept = current.find((choice) => choice.id === id)
    if (id !== 0 && !kept) faults.add(`/SelectListItems/${place}/Id`, 'is no choice of this field')
    if (id !== 0 && items.findIndex((other) => other.Id === id) !== place)
      faults.add(`/SelectListItems/${place}/Id`, 'is named a second time')
    const name = item.Name?.trim() ?? ''
    if (name === '') faults.add(`/SelectListItems/${place}/Name`, 'must not be blank')
    faults.line(`/SelectListItems/${place}/Name`, name)
    return {
      id,
      name,
      nameKey: name.toLowerCase(),
      displayOrder: item.Order || place + 1,
      isActive: item.IsActive ?? kept?.isActive ?? true,
      isDefault: item.IsDefault ?? kept?.isDefault ?? false,
    }
  })

/** Labels line by line: one that is known, whatever its case, is that choice. */
const fromLines = (
  lines: string | null | undefined,
  current: readonly CustomFieldChoice[],
  faults: FieldFaults,
): ChoiceData[] => {
  if (lines === undefined || lines === null) return current.map(({ tenantId: _, fieldId: __, ...choice }) => choice)
  const names = lines
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (names.length > MOST_CHOICES) faults.add('/SelectListData', `must not have more than ${MOST_CHOICES} lines`)
  if (names.some((name) => name.length > MOST_LABEL))
    faults.add('/SelectListData', `must not have a line of more than ${MOST_LABEL} characters`)
  return names.map((name, place) => {
    const nameKey = name.toLowerCase()
    const kept = current.find((choice) => choice.nameKey === nameKey)
    const { id, isActive, isDefault } = kept ?? { id: 0, isActive: true, isDefault: false }
    return { id, name, nameKey, displayOrder: place + 1, isActive, isDefault }
  })
}

const refuseDoubles = (
  choices: readonly ChoiceData[],
  pointer: (place: number) => string,
  faults: FieldFaults,
): void => {
  for (const [place, { name, nameKey }] of choices.entries())
    if (nameKey !== '' && choices.findIndex((other) => other.nameKey === nameKey) !== place)
      faults.add(pointer(place), `"${name}" stands there a second time`)
}
