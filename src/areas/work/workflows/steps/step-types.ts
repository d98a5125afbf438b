/** Types of steps, by the numbers that the contract gives them. */
export const STEP = {
  wait: 1,
  waitUntil: 2,
  sendEmail: 3,
  createFollowUpReminder: 4,
  addToList: 5,
  removeFromList: 6,
  moveToList: 7,
  addTag: 8,
  logicBranch: 9,
  skipOrGoto: 10,
} as const

interface StepType {
  name: string
  description: string
}

/** In the order of the lookup. */
export const stepTypes: Readonly<Record<number, StepType>> = {
  [STEP.wait]: { name: 'Wait', description: 'Waits for a number of minutes, hours, days, weeks or months.' },
  [STEP.waitUntil]: { name: 'Wait until', description: 'Waits until a day, or the next such weekday, at a time.' },
  [STEP.sendEmail]: { name: 'Send email', description: 'Sends the contact an email by a template.' },
  [STEP.createFollowUpReminder]: {
    name: 'Create follow-up reminder',
    description: 'Creates a task about the contact.',
  },
  [STEP.addToList]: { name: 'Add to list', description: 'Puts the contact into groups.' },
  [STEP.removeFromList]: { name: 'Remove from list', description: 'Takes the contact out of groups.' },
  [STEP.moveToList]: { name: 'Move to list', description: 'Moves the contact from groups to other groups.' },
  [STEP.addTag]: { name: 'Add tag', description: 'Puts tags on the contact.' },
  [STEP.logicBranch]: {
    name: 'Logic branch',
    description: 'Asks a question about the contact and goes on in the yes or the no lane.',
  },
  [STEP.skipOrGoto]: { name: 'Skip or go to step', description: 'Leaves out steps, or goes on with another step.' },
}
