/** Lists of names that conditions of detection use. Facts of falcosecurity/rules; `src/ruletrek/import/falco/facts.ts` compares them. */

export const SPAWNING = ['execve', 'execveat'] as const;
export const SHELLS = ['ash', 'bash', 'csh', 'ksh', 'sh', 'tcsh', 'zsh', 'dash'] as const;
export const ENTRYPOINT_PARENTS = ['runc', 'docker-runc', 'containerd-shim', 'systemd', 'crio', 'conmon'] as const;
export const PACKAGE_MANAGERS = ['npm', 'gem', 'pip', 'pip3', 'conda', 'apk', 'snapd'] as const;
export const NETWORK_TOOLS = ['nc', 'ncat', 'netcat', 'nmap', 'dig', 'tcpdump', 'tshark', 'ngrep', 'telnet', 'mitmproxy', 'socat', 'zmap'] as const;
export const SYSTEM_USERS = ['bin', 'daemon', 'games', 'lp', 'mail', 'nobody', 'sshd', 'sync', 'uucp', 'www-data'] as const;
export const SENSITIVE_FILES = ['/etc/shadow', '/etc/sudoers', '/etc/pam.conf', '/etc/security/pwquality.conf'] as const;
export const SENSITIVE_DIRECTORIES = ['/etc/sudoers.d', '/etc/pam.d'] as const;
export const LOG_DIRECTORIES = ['/var/log', '/dev/log'] as const;
export const LOG_FILES = ['syslog', 'auth.log', 'secure', 'kern.log', 'cron', 'user.log', 'dpkg.log', 'last.log', 'yum.log', 'access_log', 'mysql.log', 'mysqld.log'] as const;
export const BINARY_DIRECTORIES = ['/bin', '/sbin', '/usr/bin', '/usr/sbin'] as const;
export const MINER_PORTS = [
  25, 3333, 3334, 3335, 3336, 3357, 4444, 5555, 5556, 5588, 5730, 6099, 6666, 7777, 7778, 8000, 8001, 8008, 8080, 8118, 8333, 8888, 8899, 9332,
  9999, 14433, 14444, 45560, 45700,
] as const;
export const LOGGING_IMAGES = ['splunk/fluentd-hec', 'fluent/fluentd-kubernetes-daemonset', 'openshift3/ose-logging-fluentd', 'containernetworking/azure-npm'] as const;
/** Programs that may read sensitive files, and parents that manage a host: the plan's own choice. */
export const TRUSTED_READERS = ['sudo', 'su', 'crond', 'postfix', 'auditbeat'] as const;
export const MANAGING_PARENTS = ['chef-client', 'puppet', 'salt-minion', 'dpkg'] as const;
/** Programs, parents, users, files, images that are in none of these lists. */
export const PLAIN_PROGRAMS = ['nginx', 'java', 'node', 'postgres', 'redis-server', 'curl'] as const;
export const PLAIN_PARENTS = ['java', 'nginx', 'supervisord', 'tini'] as const;
export const PLAIN_USERS = ['deploy', 'root', 'maria', 'ops'] as const;
export const PLAIN_FILES = ['/srv/app/config.json', '/tmp/report.csv', '/home/ops/notes.txt', '/opt/tool/data.db', '/etc/hosts'] as const;
export const PLAIN_IMAGES = ['registry.local/payments/api', 'registry.local/payments/worker', 'registry.local/payments/web'] as const;
