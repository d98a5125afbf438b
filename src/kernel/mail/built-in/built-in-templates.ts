import type { BuiltInTemplate } from './built-in-template.ts'
import { layout } from './layout.ts'
import { membershipTemplates } from './membership-templates.ts'
import { taskTemplates } from './task-templates.ts'

/** Every built-in template, by key. */
export const builtInTemplates: readonly BuiltInTemplate[] = [layout, ...membershipTemplates, ...taskTemplates]

const byKey = new Map(builtInTemplates.map((template) => [template.key, template]))

export const builtInTemplate = (key: string): BuiltInTemplate | undefined => byKey.get(key)
