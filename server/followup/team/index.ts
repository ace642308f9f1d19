/** Who follows people up, who is away, and who takes over. */
export { absenceOf, awayDays, deputyFor, isOnTeam, readTeam, standsInFor, whoeverActsFor, type Team } from './team.ts'
export { addAbsence, removeAbsence, setDeputy, shownTeam } from './change-team.ts'
