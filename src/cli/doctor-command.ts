import { hostDoctor } from '../operations/index.js';
import { calling } from './calling.js';
import { formatReport } from './format-report.js';

export const doctorCommand = calling(
  hostDoctor,
  (args) => ({ hosts: [...args.values('host')] }),
  (report, _, { style, width }) => ({ text: formatReport(report, style, width), code: report.ready ? 0 : 1 }),
);
