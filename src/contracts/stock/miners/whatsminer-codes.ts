import type { FaultPart, MachineFault } from './shape'

/**
 * Error codes of Whatsminers (BTMiner), the same in all firmware since 2019. The hundreds give the part; for boards the last digit gives
 * the board.
 * @see MicroBT's list of error codes, in the maker's own tool
 */

const WORDS: Readonly<Partial<Record<number, string>>> = {
  110: 'intake fan does not reach its speed',
  111: 'exhaust fan does not reach its speed',
  120: 'intake fan is more than 2,000 rpm off its speed',
  121: 'exhaust fan is more than 2,000 rpm off its speed',
  130: 'intake fan is more than 3,000 rpm off its speed',
  131: 'exhaust fan is more than 3,000 rpm off its speed',
  140: 'a fan turns too fast',
  200: 'no power supply is found',
  201: 'power supply is not the one that the settings name',
  202: 'power supply gives the wrong voltage',
  203: 'power supply protects itself: it is too hot around it',
  204: 'power supply protects itself: too much current in the heat',
  205: 'power supply gives the wrong current',
  206: 'voltage at the power supply’s input is too low',
  207: 'power supply protects itself: current at its input',
  208: 'power supply gives the wrong power',
  209: 'power supply’s voltage drifts',
  210: 'power supply has failed',
  213: 'power at the supply’s input and output do not match',
  216: 'power drawn has not changed for a long time',
  217: 'power supply cannot be switched on',
  218: 'voltage at the input is below 230 V, too low for high power',
  233: 'power supply’s output is too hot',
  236: 'too much current at the power supply’s output',
  239: 'voltage at the power supply’s output is too high',
  240: 'voltage at the power supply’s output is too low',
  241: 'power supply’s outputs share the current unequally',
  243: 'power supply’s input is too hot',
  246: 'voltage at the power supply’s input is too high',
  248: 'too much current at the power supply’s input',
  250: 'voltage at the power supply’s input is too low',
  253: 'power supply’s own fan has failed',
  255: 'power drawn is too high',
  257: 'too much current on the power supply’s primary side',
  263: 'power supply is hard to reach for the control board',
  264: 'power supply does not answer the control board',
  267: 'power supply’s watchdog has stopped it',
  268: 'too much current at the power supply’s output',
  269: 'too much current at the power supply’s input',
  270: 'voltage at the power supply’s input is too high',
  271: 'voltage at the power supply’s input is too low',
  272: 'power supply gives too much power',
  273: 'power at the supply’s input is too high',
  274: 'power supply’s own fan gives a warning',
  275: 'power supply is too hot',
  329: 'control board’s temperature sensor does not answer',
  370: 'temperature around the machine changes too fast',
  600: 'it is too hot around the machine',
  610: 'it is too hot around the machine for high performance',
  700: 'network address of the control board is invalid',
  701: 'control board does not know these chips',
  710: 'control board has restarted by a fault',
  711: 'control board has restarted by a fault and runs more slowly',
  712: 'control board has restarted by a fault',
  713: 'network is unstable',
  800: 'mining program is not the maker’s',
  801: 'monitor is not the maker’s',
  802: 'remote service is not the maker’s',
  2000: 'no pool is set',
  2010: 'all pools are switched off',
  2030: 'pool rejects many shares',
  2040: 'pool does not take ASICBoost',
  2310: 'hashrate is too low',
  2320: 'hashrate is too low',
  2330: 'hashrate falls far behind',
  2340: 'hashrate falls far behind',
  2350: 'hashrate falls behind',
}

/** Without their last digit, the board. */
const OF_BOARD: Readonly<Partial<Record<number, readonly [words: string, part: FaultPart]>>> = {
  30: ['temperature sensor is not found', 'boards'],
  32: ['temperature cannot be read', 'boards'],
  35: ['too hot, and protects itself', 'temperature'],
  36: ['too hot', 'temperature'],
  41: ['memory of its data is not found', 'boards'],
  42: ['data cannot be read', 'boards'],
  43: ['chips are of another bin than its data say', 'boards'],
  44: ['chips are not as many as its data say', 'boards'],
  45: ['data are hard to reach', 'boards'],
  51: ['made for another model', 'boards'],
  52: ['chips are of another bin', 'boards'],
  53: ['not found', 'boards'],
  54: ['chips cannot be read', 'boards'],
  55: ['bad chips', 'boards'],
  56: ['chips are out of balance', 'boards'],
  57: ['chips are hard to reach', 'boards'],
  58: ['cannot be reset', 'boards'],
  59: ['frequency is too low', 'boards'],
  72: ['sends broken frames to the control board', 'boards'],
  202: ['pool cannot be reached', 'pool'],
  211: ['failed a step of the factory’s test', 'boards'],
  501: ['voltage of a chip is too low', 'boards'],
  502: ['voltage of a chip has changed', 'boards'],
  503: ['chips differ too much in temperature', 'boards'],
  504: ['hottest chips differ too much in temperature', 'boards'],
  505: ['stopped, as its chips are too hot', 'temperature'],
  507: ['water flows wrongly', 'temperature'],
  511: ['does not reach its frequency in time', 'boards'],
  512: ['too many transfers with errors', 'boards'],
  513: ['unstable', 'boards'],
  517: ['does not reach its frequency in time', 'boards'],
}

const PARTS: readonly (readonly [from: number, to: number, part: FaultPart])[] = [
  [100, 199, 'fans'],
  [200, 299, 'power_supply'],
  [300, 399, 'temperature'],
  [400, 499, 'boards'],
  [500, 599, 'boards'],
  [600, 699, 'temperature'],
  [700, 899, 'control_board'],
  [2000, 2099, 'pool'],
  [5000, 5999, 'boards'],
]

const partOf = (code: number): FaultPart => PARTS.find(([from, to]) => code >= from && code <= to)?.[2] ?? 'other'

/** Single chips, in firmware from 2021: five or six digits, first the board, then the chip. */
const CHIP_CODES = 100_000

/** @param reason the machine's own text, in newer firmware */
export function whatsminerFault(code: number, reason: string | null = null): MachineFault {
  const ofBoard = OF_BOARD[Math.floor(code / 10)]
  const known = WORDS[code]
  const base = { code: String(code), slot: null }
  if (known !== undefined) return { ...base, part: partOf(code), words: `Error ${code}: ${known}` }
  if (ofBoard) {
    const [words, part] = ofBoard
    // The last digit is the board, counted from 0.
    const slot = part === 'pool' ? null : (code % 10) + 1
    return { ...base, part, slot, words: `Error ${code}: ${slot === null ? '' : `board ${slot}: `}${words}` }
  }
  if (code >= CHIP_CODES) return { ...base, part: 'boards', words: `Error ${code}: a chip is faulty` }
  return { ...base, part: partOf(code), words: reason === null ? `Error ${code}` : `Error ${code}: ${reason}` }
}
