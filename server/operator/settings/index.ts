/** Plans, prices, SMS routes, bank accounts and how help is reached. */
export { settingActs, settingRoutes } from './routes.ts'
export { selectPlan } from './settings-store.ts'
/** For the demo, which has no operators yet when it is made. */
export { setUpInstallation } from './set-up.ts'
export { readClockAhead, readDemoVersion, saveClockAhead, saveDemoVersion } from './settings-store.ts'
