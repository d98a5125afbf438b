import type { BuiltInTemplate } from './built-in-template.ts'
import { calendarTemplates } from './calendar-templates.ts'
import { documentMailTemplates } from './document-templates.ts'
import { eventInvitationTemplates } from './event-invitation-templates.ts'
import { eventTemplates } from './event-templates.ts'
import { integrationTemplates } from './integration-templates.ts'
import { layout } from './layout.ts'
import { memberTemplates } from './member-templates.ts'
import { membershipTemplates } from './membership-templates.ts'
import { paymentPlanTemplates } from './payment-plan-templates.ts'
import { registrationLinkTemplates } from './registration-link-templates.ts'
import { storeTemplates } from './store-templates.ts'
import { taskTemplates } from './task-templates.ts'

/** Every built-in template, by key. */
export const builtInTemplates: readonly BuiltInTemplate[] = [
  layout,
  ...membershipTemplates,
  ...memberTemplates,
  ...paymentPlanTemplates,
  ...registrationLinkTemplates,
  ...storeTemplates,
  ...taskTemplates,
  ...calendarTemplates,
  ...eventInvitationTemplates,
  ...eventTemplates,
  ...documentMailTemplates,
  ...integrationTemplates,
]

const byKey = new Map(builtInTemplates.map((template) => [template.key, template]))

export const builtInTemplate = (key: string): BuiltInTemplate | undefined => byKey.get(key)

/** Returns whether the texts of mails with this template must not be shown or kept. */
export const isSecretMail = (templateKey: string): boolean => byKey.get(templateKey)?.isSecret === true
