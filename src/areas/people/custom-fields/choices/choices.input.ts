import type { CustomFieldEditInput } from '#contract/people/custom-fields'
import type { CustomFieldChoice } from '#prisma/client'
import type { FieldData } from '../custom-fields.input.ts'
import { DATA_TYPE, hasChoices } from '../custom-fields.model.ts'
import type { FieldFaults } from '../data-types.input.ts'

/** A choice to save; id 0 creates it. */
export type ChoiceData = Pick<CustomFieldChoice, 'id' | 'name' | 'nameKey' | 'displayOrder' | 'isActive' | 'isDefault'>

const MAX_CHOICES = 500
const MAX_LABEL = 200

/** Parses the full list of choices after the save: the stored choices if the input contains none. */
export const parseChoices = (
  input: CustomFieldEditInput,
  current: readonly CustomFieldChoice[],
  field: FieldData,
  faults: FieldFaults,
): ChoiceData[] => {
  if (field.existingFieldId !== null) return []
  const isOwn = hasChoices(field.dataTypeId) && field.externalDataSource === null
  const items = input.SelectListItems ?? null
  if (!isOwn) {
    const fault = 'is allowed only for a Select or MultiSelect without ExternalDataSource'
    if (items && items.length > 0) faults.add('/SelectListItems', fault)
    else if (input.SelectListData?.trim()) faults.add('/SelectListData', fault)
    return []
  }
  const choices = items ? fromItems(items, current, faults) : fromLines(input.SelectListData, current, faults)
  if (choices.length === 0) faults.add('/SelectListItems', 'must contain at least one choice')
  refuseDuplicates(choices, items ? (index) => `/SelectListItems/${index}/Name` : () => '/SelectListData', faults)
  const defaults = choices.filter(({ isDefault }) => isDefault).length
  if (field.dataTypeId === DATA_TYPE.select && defaults > 1)
    faults.add('/SelectListItems', 'must not contain more than one default')
  return choices
}

type Item = NonNullable<CustomFieldEditInput['SelectListItems']>[number]

const fromItems = (items: readonly Item[], current: readonly CustomFieldChoice[], faults: FieldFaults): ChoiceData[] =>
  items.map((item, index) => {
    const id = item.Id ?? 0
    const kept = current.find((choice) => choice.id === id)
    if (id !== 0 && !kept) faults.add(`/SelectListItems/${index}/Id`, 'does not reference a choice of this field')
    if (id !== 0 && items.findIndex((other) => other.Id === id) !== index)
      faults.add(`/SelectListItems/${index}/Id`, 'must not occur twice')
    const name = item.Name?.trim() ?? ''
    if (name === '') faults.add(`/SelectListItems/${index}/Name`, 'must not be blank')
    faults.checkLine(`/SelectListItems/${index}/Name`, name)
    return {
      id,
      name,
      nameKey: name.toLowerCase(),
      displayOrder: item.Order || index + 1,
      isActive: item.IsActive ?? kept?.isActive ?? true,
      isDefault: item.IsDefault ?? kept?.isDefault ?? false,
    }
  })

/** Parses one label per line. A label of a stored choice, case-insensitive, keeps that choice. */
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
  if (names.length > MAX_CHOICES) faults.add('/SelectListData', `must have at most ${MAX_CHOICES} lines`)
  if (names.some((name) => name.length > MAX_LABEL))
    faults.add('/SelectListData', `must have at most ${MAX_LABEL} characters in a line`)
  return names.map((name, index) => {
    const nameKey = name.toLowerCase()
    const kept = current.find((choice) => choice.nameKey === nameKey)
    const { id, isActive, isDefault } = kept ?? { id: 0, isActive: true, isDefault: false }
    return { id, name, nameKey, displayOrder: index + 1, isActive, isDefault }
  })
}

const refuseDuplicates = (
  choices: readonly ChoiceData[],
  pointer: (index: number) => string,
  faults: FieldFaults,
): void => {
  for (const [index, { name, nameKey }] of choices.entries())
    if (nameKey !== '' && choices.findIndex((other) => other.nameKey === nameKey) !== index)
      faults.add(pointer(index), `must not contain "${name}" twice`)
}
