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
  [STEP.waitUntil]: { name: 'WaitUntil', description: 'Waits until a day, or the next such weekday, at a time.' },
  [STEP.sendEmail]: { name: 'SendEmail', description: 'Sends the contact an email by a template.' },
  [STEP.createFollowUpReminder]: {
    name: 'CreateFollowUpReminder',
    description: 'Creates a task about the contact.',
  },
  [STEP.addToList]: { name: 'AddToList', description: 'Puts the contact into groups.' },
  [STEP.removeFromList]: { name: 'RemoveFromList', description: 'Takes the contact out of groups.' },
  [STEP.moveToList]: { name: 'MoveToList', description: 'Moves the contact from groups to other groups.' },
  [STEP.addTag]: { name: 'AddTag', description: 'Puts tags on the contact.' },
  [STEP.logicBranch]: {
    name: 'LogicBranch',
    description: 'Asks a question about the contact and goes on in the yes or the no lane.',
  },
  [STEP.skipOrGoto]: { name: 'SkipOrGotoStep', description: 'Leaves out steps, or goes on with another step.' },
}
