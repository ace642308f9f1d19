import classes from './face.module.css'

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** First letter as a reader sees it: a letter with stacked marks is one letter. */
const letter = (name: string) => [...segments.segment(name.trim())][0]?.segment.toLocaleUpperCase() ?? ''

type FaceProps = { firstName: string; lastName?: string; size?: 's' | 'm' | 'l'; plain?: boolean }

/** Every person stands in a doorway. Decorative: the name must stand beside it. */
export const Face = ({ firstName, lastName = '', size = 's', plain }: FaceProps) => (
  <span
    className={[classes['face'], size !== 's' && classes[size], plain && classes['plain']].filter(Boolean).join(' ')}
    aria-hidden="true"
  >
    {letter(firstName) + letter(lastName)}
  </span>
)
