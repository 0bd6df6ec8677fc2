import { TRPCError } from '@trpc/server'
import { codedError } from '~/server/platform/errors'

/** The refusal of a session that still owes its second factor. */
export const needsSecondFactor = (): TRPCError =>
  codedError('FORBIDDEN', 'insufficient_aal', 'Please enter the code of your second factor first.')

/** The refusal of an administrator who has no second factor, where the shop requires one. */
export const needsEnrollment = (): TRPCError =>
  codedError('FORBIDDEN', 'mfa_enrollment_required', 'Administrators need a second factor here. Please add one to your account first.')

/** The refusal of whoever is no administrator (spec §6). */
export const adminsOnly = (): TRPCError => new TRPCError({ code: 'FORBIDDEN', message: 'Only administrators may do this.' })
