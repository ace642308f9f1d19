import { newcomersChanged } from '../newcomers/index.ts'
import { noteEvents } from './meet.ts'

/** Rules of a church: when, if, then; what they did and why. What they wait for is written with what happened. */
export { automationRoutes } from './routes.ts'
export { runAutomation, runAutomationJob } from './work.ts'
export const automationReactions = [newcomersChanged.reaction(noteEvents)]

/** For the demo, which tries its rules and switches them on like a church. */
export { addRule, switchRule } from './change-rules.ts'
export { tryRule } from './dry-run.ts'
export { selectSpent as unitsOfRules } from './spending-store.ts'
