import classes from './brand-mark.module.css'

/** The logo: a doorway with a light in it. */
export const BrandMark = ({ large }: { large?: boolean }) => (
  <svg className={large ? classes['large'] : classes['mark']} viewBox="0 0 32 32" aria-hidden="true">
    <path className={classes['door']} d="M3 30V15a13 13 0 0 1 26 0v15h-6V15.500a7 7 0 0 0-14 0V30z" />
    <path className={classes['light']} d="M12 30V16a4 4 0 0 1 8 0v14z" />
  </svg>
)
