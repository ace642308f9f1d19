import { churchMade } from '../../identity/index.ts'
import { DEFAULT_SOURCES, DEFAULT_STAGES } from './default-lists.ts'
import { insertSetting, insertSources, insertStages } from './list-store.ts'

/** The path that newcomers go, and how people hear of the church; retired ones stay readable and are chosen by nobody. */
export { stageIsOpen, type Source, type Stage, type StageMeaning, type Track } from './default-lists.ts'
export { selectSources, selectStages, selectWorkingWeek } from './list-store.ts'
/** When the staff of a church works: cards are handed on after so many working hours. */
export { afterWorkingHours, workingHoursBetween, type WorkingWeek } from './working-hours.ts'
/** Changes of both lists and of the settings. */
export { changeSettings, readSettings } from './settings.ts'

/** Every church begins with the same lists. */
export const listReactions = [
  churchMade.reaction(async (tx, { tenantId }) => {
    await insertSetting(tx, tenantId)
    await insertStages(tx, tenantId, DEFAULT_STAGES)
    await insertSources(tx, tenantId, DEFAULT_SOURCES)
  }),
]
