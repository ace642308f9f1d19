import classes from './face.module.css'

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** First letter as a reader sees it: a letter with stacked marks is one letter. */
const letter = (name: string) => [...segments.segment(name.trim())][0]?.segment.toLocaleUpperCase() ?? ''

type FaceProps = {
  firstName: string
  lastName?: string
  /** Address of the picture; without one the first letters stand there. */
  pictureUrl?: string | null
  size?: 's' | 'm' | 'l' | 'xl'
  plain?: boolean
}

/** Every person stands in a doorway. Decorative: the name must stand beside it. */
export const Face = ({ firstName, lastName = '', pictureUrl, size = 's', plain }: FaceProps) => (
  <span
    className={[classes['face'], size !== 's' && classes[size], plain && classes['plain']].filter(Boolean).join(' ')}
    aria-hidden="true"
  >
    {pictureUrl ? <img src={pictureUrl} alt="" loading="lazy" /> : letter(firstName) + letter(lastName)}
  </span>
)
