// One file of the page holds both: a class is always opened from the list, and each more weighs on the sign-in page.
export { ClassPage } from './class-page.tsx'
export { ClassesPage } from './classes-page.tsx'
