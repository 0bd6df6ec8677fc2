import type { BarcodeFormat } from 'barcode-detector/ponyfill'

/**
 * The codes that the camera reads: those of our own labels, of makers, and of carriers. Code 39 is read as it stands: in its extended form
 * the reader takes a slash and a letter, as in the part number PSU/A12, for another sign.
 */
export const codeFormats: BarcodeFormat[] = ['qr_code', 'code_128', 'code_39_standard', 'code_93', 'data_matrix', 'ean_13', 'pdf417']
