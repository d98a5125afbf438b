import type { GroupEditInput } from '#contract/people/groups'
import { badInput } from '#kernel/errors/problem'
import { oneLine } from '#kernel/text/one-line'
import type { Group } from '#prisma/client'

/** @throws 400 if the name is absent or blank. */
export const parseGroupName = (sent: string | null | undefined): string => {
  const name = oneLine(sent ?? '')
  if (!name) throw badInput('/Name', 'is required and must not be blank')
  return name
}

/** Parses all fields except the name. A field that is left out keeps its value. */
export const parseGroup = (input: GroupEditInput, current: Group | null) => ({
  description: (input.Description === undefined ? current?.description : input.Description?.trim()) || null,
  disallowOptIn: input.DisallowOptIn ?? current?.disallowOptIn ?? false,
  disallowOptOut: input.DisallowOptOut ?? current?.disallowOptOut ?? false,
  isMemberViewable: input.IsMemberViewable ?? current?.isMemberViewable ?? false,
})
